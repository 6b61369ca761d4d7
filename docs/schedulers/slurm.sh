#!/bin/sh
#SBATCH --job-name=bezzel
#SBATCH --array=0-999
#SBATCH --cpus-per-task=4
#SBATCH --time=08:00:00
#SBATCH --signal=B:TERM@60
# One shard of a count for each task of a job array. What was not finished is submitted again:
#   sbatch --array="$(bezzel run missing "$BEZZEL_OUT" --array)" slurm.sh
set -eu
: "${BEZZEL_PLAN:=24}" "${BEZZEL_SHARDS:=1000}" "${BEZZEL_OUT:=q24}" "${BEZZEL_METHOD:=auto}"
exec bezzel run work --plan "$BEZZEL_PLAN" --out "$BEZZEL_OUT" --method "$BEZZEL_METHOD" \
  --shard "$SLURM_ARRAY_TASK_ID/$BEZZEL_SHARDS" --threads "${SLURM_CPUS_PER_TASK:-1}"
