import ReactiveLoadable
import ReactiveStore

extension WelcomeApp.State {
  /// The screen, as a line of text.
  var line: String {
    welcome.render {
      "Nobody is logged in."
    } active: { load in
      "Asking for \(load.request.name) in “\(load.request.language)” …" + still(load.previous)
    } refreshing: { welcome in
      "\(welcome.text) …"
    } failure: { failed in
      "No “\(failed.request.language)”: \(failed.error)" + still(failed.previous)
    } loaded: { welcome in
      welcome.text
    }
  }

  private func still(_ previous: Welcome.State?) -> String {
    previous.map { " Still: \($0.text)" } ?? ""
  }
}
