#!/bin/sh
# Makes Temporal's two databases and brings their schema up to date. Safe to run again: each step leaves alone what is there already.
set -eu

prepare() {
  sql="temporal-sql-tool --plugin $SQL_PLUGIN --endpoint $SQL_HOST --port $SQL_PORT --user $SQL_USER --database $1"
  $sql create
  $sql setup-schema --version 0.0
  $sql update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$2/versioned"
}

prepare temporal temporal
prepare temporal_visibility visibility
echo 'The schema is up to date.'
