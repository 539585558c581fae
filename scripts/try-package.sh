#!/usr/bin/env bash
# Installs the npm package that lies in a folder as a stranger would, and starts its sandbox: try-package.sh <folder> <Node's folder>
set -euo pipefail
cd "$1"
PATH="$2:$PATH"
npm install --silent --no-audit --no-fund ./messaging-chatops-*.tgz
./node_modules/.bin/messaging-chatops sandbox >sandbox.log 2>&1 &
sandbox=$!
trap 'kill "$sandbox" 2>/dev/null || true; rm -rf "$1"' EXIT
# The first line with an address, or its end, whichever comes first; a minute at most.
grep -m 1 'http://127.0.0.1' < <(timeout 60 tail -n +1 -f --pid="$sandbox" sandbox.log) || { cat sandbox.log; exit 1; }
