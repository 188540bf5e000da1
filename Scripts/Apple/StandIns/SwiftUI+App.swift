// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that the sample app uses, from its documentation: scenes, navigation, colors, controls.
public import UIKit

// MARK: Scenes

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
extension App {
  @MainActor @preconcurrency public static func main() { standIn() }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: Never { standIn() }
}

// MARK: Tabs

public protocol TabContent {}

@resultBuilder
public struct TabContentBuilder {
  public static func buildBlock<each Content: TabContent>(
    _ content: repeat each Content
  )
    -> (repeat each Content)
  { (repeat each content) }
}

public struct TabView<Content>: PrimitiveView {
  public nonisolated init(@TabContentBuilder content: () -> Content) {}
}

public struct Tab<Content: View>: TabContent {
  public nonisolated init(
    _ title: some StringProtocol,
    systemImage: String,
    @ViewBuilder content: () -> Content
  ) {}
}

// MARK: Navigation

public struct NavigationStack<Data, Root: View>: PrimitiveView {
  public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

public struct NavigationLink<Label: View>: PrimitiveView {
  public nonisolated init(value: (some Hashable)?, @ViewBuilder label: () -> Label) {}
}

extension View {
  public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public nonisolated func navigationDestination<Data: Hashable>(
    for data: Data.Type,
    @ViewBuilder destination: @escaping (Data) -> some View
  ) -> some View { self }
  public nonisolated func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
}

// MARK: Controls

public struct Toggle<Label: View>: PrimitiveView {
  public nonisolated init(
    _ title: some StringProtocol,
    systemImage: String,
    isOn: Binding<Bool>
  ) where Label == SwiftUI.Label<Text, Image> {}
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    action: @escaping @MainActor () -> Void
  ) {}
}

public struct Label<Title: View, Icon: View>: PrimitiveView {}
extension Label where Title == Text, Icon == Image {
  public nonisolated init(_ title: some StringProtocol, systemImage name: String) {}
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: PrimitiveView {
  public nonisolated init(
    @ViewBuilder label: () -> Label,
    @ViewBuilder description: () -> Description,
    @ViewBuilder actions: () -> Actions
  ) {}
}
extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public nonisolated init(
    _ title: some StringProtocol,
    systemImage name: String,
    description: Text? = nil
  ) {}
}
extension ContentUnavailableView
where
  Label == SearchUnavailableContent,
  Description == SearchUnavailableContent,
  Actions == SearchUnavailableContent
{
  public static var search: ContentUnavailableView { standIn() }
}
public struct SearchUnavailableContent: PrimitiveView {}

extension View {
  public nonisolated func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
}
public protocol PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: Self { standIn() }
}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: Self { standIn() }
}

extension View {
  public nonisolated func labelStyle(_ style: some LabelStyle) -> some View { self }
}
public protocol LabelStyle {}
public struct IconOnlyLabelStyle: LabelStyle {}
extension LabelStyle where Self == IconOnlyLabelStyle {
  public static var iconOnly: Self { standIn() }
}

// MARK: Layout and drawing

public struct ScrollView<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}
public struct Spacer: PrimitiveView {
  public nonisolated init() {}
}
extension VStack {
  public init(alignment: HorizontalAlignment, @ViewBuilder content: () -> Content) {}
}
public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
}

public struct Image: PrimitiveView {
  public nonisolated init(systemName name: String) {}
}

public protocol ShapeStyle: Sendable {}
public struct Color: PrimitiveView, ShapeStyle, Hashable {
  public nonisolated init(
    hue: Double,
    saturation: Double,
    brightness: Double,
    opacity: Double = 1
  ) {}
  public static let gray = Color(hue: 0, saturation: 0, brightness: 0)
  public static let white = Color(hue: 0, saturation: 0, brightness: 0)
  public nonisolated func opacity(_ opacity: Double) -> Color { self }
}
extension ShapeStyle where Self == Color {
  public static var white: Color { standIn() }
}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { standIn() }
}
public struct UnitPoint: Sendable {
  public static let top = UnitPoint()
  public static let bottom = UnitPoint()
}
public struct LinearGradient: PrimitiveView, ShapeStyle {
  public nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}
public struct Font: Sendable {
  public static let headline = Font()
}
public struct Animation: Sendable {
  public static let `default` = Animation()
}

extension View {
  public nonisolated func frame(
    width: CGFloat? = nil,
    height: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  public nonisolated func padding() -> some View { self }
  public nonisolated func ignoresSafeArea() -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { self }
  public nonisolated func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public nonisolated func animation(
    _ animation: Animation?,
    value: some Equatable
  ) -> some View { self }
}

// MARK: Previews

/// The macro `#Preview`: `Scripts/apple.sh` replaces it, because a macro needs an implementation.
@MainActor public struct Preview {
  public init(_ name: String?, @ViewBuilder body: @escaping @MainActor () -> some View) {}
}

// MARK: State

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public init(wrappedValue: Value) where Value: AnyObject {}
  public var wrappedValue: Value { standIn() }
  public var projectedValue: Bindable<Value> { self }
  public subscript<Part>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Part>
  ) -> Binding<Part> { standIn() }
}

// MARK: UIKit

@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  typealias Context = UIViewControllerRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIViewController(context: Context) -> UIViewControllerType
  @MainActor @preconcurrency func updateUIViewController(
    _ controller: UIViewControllerType,
    context: Context
  )
}
extension UIViewControllerRepresentable {
  public var body: Never { standIn() }
}
public struct UIViewControllerRepresentableContext<Representable> {}

// MARK: Foundation

extension URL {
  // Part of Apple's Foundation.
  public static var cachesDirectory: URL { standIn() }
}
