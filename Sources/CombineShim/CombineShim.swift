// The Combine of the platform: Apple's where there is one, else OpenCombine.
//
// OpenCombine has a module for this, but its manifest does not list visionOS, and it would make users
// of Apple platforms compile OpenCombine for nothing.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
#endif
