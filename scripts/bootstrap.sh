#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a fresh Debian 12 ready for `make bench` and `make test`: Debian packages, the Python
# environment .venv from the lock file, FreeRTOS's sources. Does nothing when all is there. With the
# argument `linux`, what `make linux` needs, too.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
stamp=$venv/.installed

die() {
    echo "error: $1" >&2
    echo "cure:  $2" >&2
    exit 1
}

# Those of the groups that are named.
install_debian_packages() {
    missing=$(for group in "$@"; do scripts/debian-packages.sh "$group"; done |
        awk -F '\t' '$1 == "missing" { print $2 }')
    [ -n "$missing" ] || return 0
    missing=$(echo "$missing" | tr '\n' ' ')
    command="apt-get update && apt-get install --no-install-recommends $missing"
    if ! command -v apt-get >/dev/null; then
        die "missing, by Debian's names: $missing" "install them with this system's package manager"
    elif [ "$(id -u)" = 0 ]; then
        sudo=
    elif sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
        sudo=sudo
    else
        die "missing Debian packages, and neither root nor sudo: $missing" "as root: $command"
    fi
    echo "Installing Debian packages: $missing"
    $sudo apt-get update -qq
    # shellcheck disable=SC2086 # one word for each package
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing ||
        die "apt-get failed" "see above, then as root: $command"
}

install_python_packages() {
    [ ! -L "$venv" ] || return 0 # of another checkout, which sees to it
    key=$(cat requirements.lock pyproject.toml scripts/bootstrap.sh | sha256sum)
    if [ -x "$venv/bin/isochron" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$key$PWD" ]; then
        return 0
    fi
    echo "Installing Python packages into $venv (hashes checked)"
    scripts/python.sh -m venv --clear "$venv"
    { "$venv/bin/python" -m pip install --disable-pip-version-check --no-compile \
        --require-hashes -r requirements.lock || echo failed; } |
        scripts/pip-progress.sh "$(grep -c == requirements.lock)" ||
        die "pip could not install requirements.lock" \
            "check the network and pip's configuration, then run this again"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps \
        --no-build-isolation --editable .
    printf '%s' "$key$PWD" >"$stamp"
}

fetch_freertos() {
    "$venv/bin/python" -c 'import sys
from isochron.building import freertos
try:
    freertos.provide()
except freertos.FreeRtosError as error:
    sys.exit(f"error: {error}")'
}

wrong=$(scripts/folder.sh "$PWD") || die "${wrong%%: *}" "${wrong##*: }"
install_debian_packages bench "$@"
install_python_packages
fetch_freertos
