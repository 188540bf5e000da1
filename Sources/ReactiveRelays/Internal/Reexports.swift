@_exported @preconcurrency public import CombineShim
