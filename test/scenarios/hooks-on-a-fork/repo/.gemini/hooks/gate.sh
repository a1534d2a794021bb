#!/bin/sh
if grep -q private.js; then
  echo "Not that file." >&2
  exit 2
fi
