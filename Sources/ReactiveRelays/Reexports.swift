@_exported @preconcurrency public import CombineShim
// It declares no public type: the layers above need its locks, queues and texts.
@_exported public import ReactiveGround
