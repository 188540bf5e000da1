@_exported @preconcurrency public import OpenCombineShim
