// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that tests with hosted views use, from its documentation.
public import AppKit

open class NSHostingView<Content: View>: NSView {
  public init(rootView: Content) { super.init(frame: .zero) }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { standIn() }
}

public struct EnvironmentValues {
  public var refresh: RefreshAction? { standIn() }
}

public struct RefreshAction: Sendable {
  public func callAsFunction() async {}
}
