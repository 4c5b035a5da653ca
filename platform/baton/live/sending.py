"""The publisher of this process, as the settings say; for what runs in threads (web, supervisor)."""

from functools import cache

from django.conf import settings

from baton.live.bus import Message, channel_of
from baton.live.publisher import ThreadPublisher


@cache
def the_publisher() -> ThreadPublisher:
    return ThreadPublisher(settings.BATON.redis_url, channel_of(settings.BATON.baton_queue))


def publish(message: Message) -> None:
    """Hand a message to the bus, after the commit that made it true. Never raises, never waits."""
    the_publisher().publish(message)
