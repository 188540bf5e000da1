// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's Combine: OpenCombine under its name, with the declarations that both have.
@_exported public import OpenCombine

#if SENDABLE_CANCELLABLE
extension AnyCancellable: @retroactive @unchecked Sendable {}
#else
@available(*, unavailable)
extension AnyCancellable: @retroactive @unchecked Sendable {}
#endif
