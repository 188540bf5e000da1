/// What a write does while another one of its ``Mutation`` is under way (contract M2).
///
/// | order | nothing is under way | a write waits or runs | a cancelled one has not returned |
/// |---|---|---|---|
/// | ``serial`` | begins | waits for its turn | waits for it to return |
/// | ``concurrent`` | begins | begins beside it | begins beside it |
/// | ``ignore`` | begins | is not needed | waits for it to return |
/// | ``replace`` | begins | replaces it, begins when it has returned | waits for it to return |
///
/// In every order but ``concurrent`` the work of two writes never overlaps (contract M3).
public enum MutationOverlap: Hashable, Sendable, CaseIterable {
  /// One at a time, first in, first out, as for edits of a list; a failure does not stop the next.
  case serial
  /// All at the same time, as for likes of different posts.
  case concurrent
  /// The first wins: a further write is not needed, as when "send" is tapped twice.
  case ignore
  /// The newest wins: it cancels and replaces what waits and runs, as when a draft saves itself.
  case replace
}
