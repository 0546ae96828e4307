#!/bin/sh
# Builds the PgBouncer of a Debian suite from its source package, for tests: sh test/support/buildPgbouncer.sh <folder> [suite]
# Prints the path of the program. Needs apt-get, gcc, make, pkg-config, dpkg-dev, libevent-dev and libssl-dev.
set -eu
folder=$1
suite=${2:-trixie}
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian$' | head -n 1)
mkdir -p "$folder/parts" "$folder/lists/partial" "$folder/cache/archives/partial"
folder=$(cd "$folder" && pwd)
# apt's lists of the machine stay as they are.
echo "deb-src $mirror $suite main" >"$folder/sources.list"
set -- -o "Dir::Etc::sourcelist=$folder/sources.list" -o "Dir::Etc::sourceparts=$folder/parts" \
  -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root
{
  apt-get "$@" update
  cd "$folder"
  apt-get "$@" source --only-source pgbouncer
  cd pgbouncer-*/
  ./configure --without-cares --without-pam --without-systemd
  make pgbouncer
} >"$folder/build.log" 2>&1 || { tail -n 20 "$folder/build.log" >&2; exit 1; }
ls "$folder"/pgbouncer-*/pgbouncer
