#!/usr/bin/env bash
# The secrets of a new installation for deploy/compose.yaml: `deploy/new-env.sh baton.example.com > deploy/.env`.
# Keep the file: without BATON_KEKS every stored secret is lost.
set -euo pipefail
umask 077
host="${1:-}"
[ -n "$host" ] || { echo "usage: deploy/new-env.sh HOST > deploy/.env (the name people will open)" >&2; exit 2; }
[[ "$host" =~ ^[A-Za-z0-9.-]+$ ]] || { echo "deploy/new-env.sh: '$host' is not the name of a host." >&2; exit 2; }

word() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }
key() { head -c 32 /dev/urandom | base64; }

cat <<ENV
BATON_HOST=$host
BATON_SECRET_KEY=$(word)$(word)
BATON_KEKS=kek-1:$(key)
BATON_SIGNING_KEY=$(key)
REDIS_PASSWORD=$(word)
POSTGRES_PASSWORD=$(word)
OWNER_PASSWORD=$(word)
WEB_PASSWORD=$(word)
WORKER_PASSWORD=$(word)
SUPER_PASSWORD=$(word)
STAFF_PASSWORD=$(word)
ENV
