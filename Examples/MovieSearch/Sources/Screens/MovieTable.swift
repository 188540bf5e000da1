import ReactiveLoadable
import SwiftUI
import UIKit

/// The results of a search in a UIKit table, for SwiftUI.
struct MovieTable: UIViewControllerRepresentable {
  let library: MovieLibrary
  let open: (Movie) -> Void

  func makeUIViewController(context: Context) -> MovieTableController {
    MovieTableController(library, open: open)
  }

  func updateUIViewController(_ controller: MovieTableController, context: Context) {
    controller.open = open
  }
}

/// The results of a search in a table, which performs each change as a batch update.
final class MovieTableController: UITableViewController {
  private let library: MovieLibrary
  var open: (Movie) -> Void
  private var movies: MovieList?
  private var subscription: AnyCancellable?

  private var results: PagedModel<String, Int, Movie> { library.search.results }

  init(_ library: MovieLibrary, open: @escaping (Movie) -> Void) {
    self.library = library
    self.open = open
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(MovieCell.self, forCellReuseIdentifier: "movie")
    refreshControl = UIRefreshControl()
    refreshControl?.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)
    subscription = results.loader.states.withChanges().sinkOnMainActor { [weak self] in
      self?.draw($0)
    }
  }

  private func draw(_ update: ListUpdate<String, Movie, LoadError>) {
    drawRows(update)
    tableView.tableFooterView = update.state.footer.map { footerView(of: $0) }
    contentUnavailableConfiguration = update.state.notice.map { placeholder(for: $0) }
  }

  private func drawRows(_ update: ListUpdate<String, Movie, LoadError>) {
    let changes = update.changes
    guard tableView.window != nil, !changes.isEmpty else {
      movies = update.list
      if !changes.isEmpty { tableView.reloadData() }
      return
    }
    tableView.performBatchUpdates { [self] in
      movies = update.list
      tableView.deleteRows(at: changes.removals.map { [0, $0] }, with: .automatic)
      tableView.insertRows(at: changes.insertions.map { [0, $0] }, with: .automatic)
      for move in changes.moves { tableView.moveRow(at: [0, move.old], to: [0, move.new]) }
    }
    tableView.reconfigureRows(at: changes.updates.map { [0, $0.new] })
  }

  private func refresh() {
    Task {
      await results.refresh()
      refreshControl?.endRefreshing()
    }
  }

  private func placeholder(for notice: Notice) -> UIContentUnavailableConfiguration {
    var configuration = UIContentUnavailableConfiguration.empty()
    switch notice {
    case .prompt: configuration.text = "Search for movies"
    case .searching: configuration = .loading()
    case .nothingFound: configuration = .search()
    case .failed(let message):
      configuration.text = message
      configuration.button = .bordered()
      configuration.button.title = "Try again"
      configuration.buttonProperties.primaryAction = UIAction { [results] _ in results.retry() }
    }
    return configuration
  }

  private func footerView(of footer: Footer) -> UIView {
    var configuration = UIButton.Configuration.plain()
    switch footer {
    case .loading: configuration.showsActivityIndicator = true
    case .failed(let message): configuration.title = "\(message) Try again"
    case .end(let count): configuration.title = "Movies: \(count)"
    }
    let button = UIButton(configuration: configuration)
    if case .failed = footer {
      button.addAction(UIAction { [results] _ in results.retry() }, for: .touchUpInside)
    } else {
      button.isUserInteractionEnabled = false
    }
    button.sizeToFit()
    return button
  }

  override func tableView(_: UITableView, numberOfRowsInSection _: Int) -> Int {
    movies?.count ?? 0
  }

  override func tableView(
    _ tableView: UITableView,
    cellForRowAt path: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "movie", for: path)
    if let movie = movies?[path.row] { (cell as? MovieCell)?.show(movie, library.posters) }
    return cell
  }

  override func tableView(_: UITableView, willDisplay _: UITableViewCell, forRowAt path: IndexPath)
  {
    results.visible(at: path.row)
  }

  override func tableView(
    _: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt _: IndexPath
  ) {
    (cell as? MovieCell)?.disappear()
  }

  override func tableView(_: UITableView, didSelectRowAt path: IndexPath) {
    if let movie = movies?[path.row] { open(movie) }
  }
}
