/// A description of the running task.
enum TaskName {
  static var current: String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name {
      return "task '\(name)'"
    }
    return "a task"
  }
}
