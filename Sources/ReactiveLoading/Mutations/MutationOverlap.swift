/// The effect of a write while another write of its ``Mutation`` is in flight.
///
/// | overlap | no write is in flight | a write waits or runs | a cancelled write has not returned |
/// |---|---|---|---|
/// | ``serial`` | starts | waits for its turn | waits for it to return |
/// | ``concurrent`` | starts | starts concurrently | starts concurrently |
/// | ``ignore`` | starts | is skipped | waits for it to return |
/// | ``replace`` | starts | replaces it, starts when it has returned | waits for it to return |
///
/// In every overlap but ``concurrent`` the work of two writes never overlaps. See
/// <doc:WritingWithMutations#M2-Order>.
public enum MutationOverlap: Hashable, Sendable, CaseIterable {
  /// One write at a time, first in, first out; a failure does not stop the next write.
  case serial
  /// All writes concurrently, for instance likes of different posts.
  case concurrent
  /// The first write wins: another one is skipped, for instance when "send" is tapped twice.
  case ignore
  /// The newest write wins: it cancels and replaces all others, for instance to autosave a draft.
  case replace
}
