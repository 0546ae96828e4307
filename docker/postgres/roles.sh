#!/bin/sh
# Creates the worker's role with its schema in the API's database, or sets its password. Safe to run again.
set -eu

secrets=${SECRETS:-/run/secrets}
PGPASSWORD=$(cat "$secrets/database-password")
WORKER_PASSWORD=$(sed -n 's#^postgres://kitroom_worker:\([0-9a-f]\{1,\}\)@.*#\1#p' "$secrets/worker-database-url")
export PGPASSWORD WORKER_PASSWORD
if [ -z "$WORKER_PASSWORD" ]; then
  echo 'worker-database-url must be postgres://kitroom_worker:<password>@api-database:5432/kitroom, the password of hex digits.' >&2
  exit 1
fi

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
\getenv password WORKER_PASSWORD
select 'create role kitroom_worker login' where not exists (select from pg_roles where rolname = 'kitroom_worker') \gexec
alter role kitroom_worker password :'password';
set client_min_messages = warning;
create schema if not exists kitroom_worker authorization kitroom_worker;
revoke create on schema public from public;
SQL
echo 'The role kitroom_worker and its schema are there.'
