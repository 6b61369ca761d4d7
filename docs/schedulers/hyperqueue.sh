#!/bin/sh
# One shard of a count for each task of HyperQueue:
#   hq submit --array 0-999 --cpus 4 --crash-limit 5 ./hyperqueue.sh
set -eu
: "${BEZZEL_PLAN:=24}" "${BEZZEL_SHARDS:=1000}" "${BEZZEL_OUT:=q24}"
exec bezzel run work --plan "$BEZZEL_PLAN" --out "$BEZZEL_OUT" --shard "$HQ_TASK_ID/$BEZZEL_SHARDS" --threads 4
