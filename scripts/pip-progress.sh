#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Reads what pip prints, and shows how far it is: how many of so many packages, the argument, it has
# come to. On a terminal that is one line that changes. Fails at the line `failed`.
set -eu

all=$1 count=0

say() {
    if [ -t 1 ]; then
        printf '\r\033[K  %s' "$1"
    elif [ "$((count % 20))" = 0 ]; then
        echo "  $1"
    fi
}

while read -r words; do
    case $words in
    Collecting\ *)
        count=$((count + 1))
        say "$count of $all packages"
        ;;
    Installing\ collected\ *)
        count=0
        say "unpacking them"
        ;;
    failed) exit 1 ;;
    esac
done
if [ -t 1 ]; then
    printf '\r\033[K'
fi
