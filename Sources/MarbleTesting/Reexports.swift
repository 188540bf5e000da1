// Diagrams as values are a module of their own, so that a program which only prints them links no
// test library. Inputs are publishers; `elements`, which makes async sequences of them, is
// ReactiveLoadable's.
@_exported public import MarbleDiagrams
@_exported public import ReactiveLoadable
