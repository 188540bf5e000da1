@_exported public import MarbleDiagrams
// It declares no public type.
@_exported public import ReactiveGround
