// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that tests with hosted views use, from its documentation.
public import AppKit
public import Observation

open class NSHostingView<Content: View>: NSView {
  public init(rootView: Content) { super.init(frame: .zero) }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public init(_ type: Value.Type) where Value: AnyObject & Observable {}
  public var wrappedValue: Value { standIn() }
}

extension View {
  public nonisolated func environment<Object: AnyObject & Observable>(
    _ object: Object?
  ) -> some View { self }
}

public struct EnvironmentValues {
  public var refresh: RefreshAction? { standIn() }
}

public struct RefreshAction: Sendable {
  public func callAsFunction() async {}
}
