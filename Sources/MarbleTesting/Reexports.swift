// Inputs are publishers. On Linux the package that declares their operators is no dependency of the test
// that uses them, so this module exports it. MarbleDiagrams is a separate module, so that a program that
// only prints diagrams links no test library.
@_exported @preconcurrency public import CombineShim
@_exported public import MarbleDiagrams
@_exported public import MarbleEngine
