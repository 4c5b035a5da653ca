"""The broker that the environment names: looked at before anything is started that needs it."""

import redis

from baton.ops.errors import OpsError

SECONDS = 5


def check_broker(url: str) -> None:
    """Nothing if it answers; it may be lost later at any moment, but not be absent from the beginning."""
    try:
        client = redis.Redis.from_url(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
        client.ping()
        client.close()
    except ValueError as error:
        raise OpsError(f"REDIS_URL is not an address of Redis or Valkey: {error}.") from error
    except redis.RedisError as error:
        raise OpsError(
            f"The broker named by REDIS_URL cannot be reached: {str(error).rstrip('.')}."
        ) from error
