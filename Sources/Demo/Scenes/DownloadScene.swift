import Foundation
import ReactiveLoadable

/// A long download with a bar, and a second one that is cancelled in the middle.
struct DownloadScene: Scene {
  typealias State = Loadable<Data, APIError>

  let name = "download"
  let title = "A long download with its progress, and one that is cancelled"
  let shows = """
    Three megabytes in small pieces: every piece is a state with the bytes so far. Then once more, \
    cancelled in the middle: the state is exactly what it was before, and the server sees that the \
    connection is closed.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let play = DownloadPlay(context)
    var result = await play.downloadAll()
    if result.isReached { result = await play.cancelInTheMiddle() }
    play.report()
    return result.and(play.check())
  }

  /// The mark of a state; of the many with progress the quarters are drawn.
  static func mark(_ state: State) -> StateMark {
    state.mark { StateMark("d", "loaded, \($0.count) bytes") }
  }
}
