#!/bin/sh
# Makes the namespace with its retention, or sets the retention of the one that is there.
set -eu

attempt=0
until temporal operator cluster health --address "$TEMPORAL_ADDRESS"; do
  attempt=$((attempt + 1))
  if [ "$attempt" -ge 30 ]; then
    echo "Temporal at $TEMPORAL_ADDRESS did not become healthy." >&2
    exit 1
  fi
  sleep 2
done

if temporal operator namespace describe --namespace "$NAMESPACE" --address "$TEMPORAL_ADDRESS" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$NAMESPACE" --address "$TEMPORAL_ADDRESS" --retention "$RETENTION"
else
  temporal operator namespace create --namespace "$NAMESPACE" --address "$TEMPORAL_ADDRESS" --retention "$RETENTION"
fi
echo "Namespace $NAMESPACE keeps closed workflows for $RETENTION."
