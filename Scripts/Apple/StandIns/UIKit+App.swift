// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of UIKit that the sample app uses, from its documentation: images, buttons and placeholders.

open class UIImage: NSObject {
  public init?(systemName name: String) {}
}

open class UIColor: NSObject {
  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {}
}

open class UIButton: UIControl {
  public struct Configuration {
    public var title: String?
    public var showsActivityIndicator = false
    public static func plain() -> Configuration { Configuration() }
    public static func bordered() -> Configuration { Configuration() }
  }
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init()
  }
}

open class UIWindow: UIView {}

extension UIView {
  public var window: UIWindow? { nil }
  public var isUserInteractionEnabled: Bool {
    get { true }
    set {}
  }
  public func sizeToFit() {}
}

public struct UIContentUnavailableConfiguration: UIContentConfiguration {
  public struct ButtonProperties {
    public var primaryAction: UIAction?
  }
  public var text: String?
  public var button = UIButton.Configuration.plain()
  public var buttonProperties = ButtonProperties()
  @MainActor public static func empty() -> Self { Self() }
  @MainActor public static func loading() -> Self { Self() }
  @MainActor public static func search() -> Self { Self() }
}

extension UIListContentConfiguration {
  public struct ImageProperties {
    public var tintColor: UIColor?
    public var reservedLayoutSize: CGSize = .zero
  }
  @MainActor public static func subtitleCell() -> Self { Self() }
}
