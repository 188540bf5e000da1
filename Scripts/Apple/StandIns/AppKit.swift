// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for AppKit, from its documentation: the declarations that tests with hosted views use.
// It is compiled but never run.
@_exported public import Foundation

@MainActor @preconcurrency
open class NSResponder: NSObject {}

open class NSView: NSResponder {
  public init(frame: CGRect) {}
}

open class NSApplication: NSResponder {
  public static var shared: NSApplication { fatalError("Stand-ins are not run.") }
}

open class NSWindow: NSResponder {
  public struct StyleMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let titled = StyleMask(rawValue: 1)
  }
  public enum BackingStoreType: Sendable { case buffered }

  public init(
    contentRect: CGRect,
    styleMask: StyleMask,
    backing: BackingStoreType,
    defer isDeferred: Bool
  ) {}
  open var contentView: NSView?
  open var isReleasedWhenClosed = true
  open func orderFrontRegardless() {}
  open func layoutIfNeeded() {}
  open func close() {}
}
