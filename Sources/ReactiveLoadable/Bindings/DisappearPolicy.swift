/// What happens to a load when the last place that shows it has gone.
public enum DisappearPolicy: Sendable, Hashable {
  /// Nothing: the load goes on, and its value is there when the screen comes back.
  case continueLoading
  /// It is cancelled, so the state is the last settled one; coming back loads again if needed.
  case cancelLoad
}
