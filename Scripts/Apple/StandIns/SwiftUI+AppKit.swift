// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the tests that host a view use of SwiftUI, by its documentation.
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
