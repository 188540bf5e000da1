@_exported public import MarbleEngine
