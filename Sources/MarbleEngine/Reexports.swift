@_exported public import MarbleDiagrams
