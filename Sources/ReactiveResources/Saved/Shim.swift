import ReactiveLoadable
extension LoadObserver.Event.Kind {
  static func recordFailed(_ error: any Error) -> Self { .failed(error) }
  static var saved: Self { .reset }
}
