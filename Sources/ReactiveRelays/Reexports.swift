@_exported @preconcurrency public import CombineShim
// It declares nothing public: the layers above need its locks, queues and texts.
@_exported public import ReactiveGround
