// The kernels as they are, for a processor.
#pragma once

#include "cuda.h"

#include "../../kernels/numbers.cuh"
#include "../../kernels/half.cuh"
#include "../../kernels/list.cuh"
#include "../../kernels/block.cuh"
#include "../../kernels/filter.cuh"
#include "../../kernels/slices.cuh"
#include "../../kernels/program.cuh"
#include "../../kernels/evaluation.cuh"
#include "../../kernels/join.cuh"
