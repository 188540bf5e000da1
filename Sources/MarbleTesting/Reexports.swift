// MarbleDiagrams is a separate module, so that a program that only prints diagrams links no test
// library. Inputs are publishers; `elements`, which makes async sequences of them, is part of
// ReactiveLoadable.
@_exported public import MarbleDiagrams
@_exported public import ReactiveLoadable
