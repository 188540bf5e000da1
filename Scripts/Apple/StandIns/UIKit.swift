// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for UIKit, from its documentation: the declarations that the articles and the examples use.
// It is compiled but never run.
@_exported public import Foundation

@MainActor @preconcurrency
open class UIResponder: NSObject {}

open class UIView: UIResponder {}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let valueChanged = Event(rawValue: 1)
    public static let touchUpInside = Event(rawValue: 2)
  }
  open func addAction(_ action: UIAction, for events: Event) {}
}

@MainActor @preconcurrency
public final class UIAction {
  public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {}
}

open class UIRefreshControl: UIControl {
  public override init() { super.init() }
  open func endRefreshing() {}
}

open class UIViewController: UIResponder {
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open var contentUnavailableConfiguration: (any UIContentConfiguration)?
}

open class UITableViewController: UIViewController {
  public init(style: UITableView.Style) {}
  public required init?(coder: NSCoder) {}
  open var tableView: UITableView { fatalError("Stand-ins are not run.") }
  open var refreshControl: UIRefreshControl?
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { fatalError("Stand-ins are not run.") }
  open func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) {}
  open func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) {}
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

open class UITableView: UIView {
  public enum Style: Sendable { case plain, grouped, insetGrouped }
  public enum RowAnimation: Sendable { case automatic, fade, none }
  open func register(_ cell: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open var tableFooterView: UIView?
  open func reloadData() {}
  open func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell { fatalError("Stand-ins are not run.") }
  open func performBatchUpdates(
    _ updates: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {}
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
  open func reconfigureRows(at indexPaths: [IndexPath]) {}
}

extension IndexPath {
  public var row: Int { self[1] }
  public var section: Int { self[0] }
}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
  public var image: UIImage?
  public var imageProperties = ImageProperties()
}

open class UITableViewCell: UIView {
  open var contentConfiguration: (any UIContentConfiguration)?
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    fatalError("Stand-ins are not run.")
  }
  open func prepareForReuse() {}
}
