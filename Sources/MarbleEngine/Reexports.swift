@_exported public import MarbleDiagrams
// It declares nothing public.
@_exported public import ReactiveGround
