/// The decisions of the machine of a loader: each of its states against each event.
let loadStateMachineTable = """
  nothing
    load a             l · start a
    load b             l · start b
    loadIfNeeded a     l · start a
    loadIfNeeded b     l · start b
    refresh            n · skips: noRequest
    revalidate         n · skips: noRequest
    retry              n · skips: noFailure
    cancel             n · nothing
    reset              n · silent
    set W              W · publish
    invalidate         n · silent
    handle cancels     n · nothing
    old handle cancels n · nothing
    success            n · nothing
    late success       n · nothing
    failure            n · nothing
    late failure       n · nothing
    failure, to retry  n · nothing
    report             n · nothing
    late report        n · nothing
    delay ends         n · nothing
    timeout            n · nothing
    work cancels       n · nothing
    late work cancels  n · nothing
    turn in a queue    n · nothing
    late turn          n · nothing
    set W of b         W · publish
    record arrives     n · nothing
    late record        n · nothing
    close              n · silent
  cancelled a
    load a             l · start a
    load b             l · start b
    loadIfNeeded a     l · start a
    loadIfNeeded b     l · start b
    refresh            l · start a
    revalidate         n · skips: noRequest
    retry              n · skips: noFailure
    cancel             n · nothing
    reset              n · silent
    set W              W · publish
    invalidate         n · silent
    handle cancels     n · nothing
    old handle cancels n · nothing
    success            n · nothing
    late success       n · nothing
    failure            n · nothing
    late failure       n · nothing
    failure, to retry  n · nothing
    report             n · nothing
    late report        n · nothing
    delay ends         n · nothing
    timeout            n · nothing
    work cancels       n · nothing
    late work cancels  n · nothing
    turn in a queue    n · nothing
    late turn          n · nothing
    set W of b         W · publish
    record arrives     n · nothing
    late record        n · nothing
    close              n · silent
  reset amid a
    load a             l · start a
    load b             l · start b
    loadIfNeeded a     l · start a
    loadIfNeeded b     l · start b
    refresh            n · skips: noRequest
    revalidate         n · skips: noRequest
    retry              n · skips: noFailure
    cancel             n · nothing
    reset              n · silent
    set W              W · publish
    invalidate         n · silent
    handle cancels     n · nothing
    old handle cancels n · nothing
    success            n · nothing
    late success       n · nothing
    failure            n · nothing
    late failure       n · nothing
    failure, to retry  n · nothing
    report             n · nothing
    late report        n · nothing
    delay ends         n · nothing
    timeout            n · nothing
    work cancels       n · nothing
    late work cancels  n · nothing
    turn in a queue    n · nothing
    late turn          n · nothing
    set W of b         W · publish
    record arrives     n · nothing
    late record        n · nothing
    close              n · silent
  loaded a
    load a             l(A) · start a
    load b             l · start b
    loadIfNeeded a     A · skips: fresh
    loadIfNeeded b     l · start b
    refresh            l(A/refresh) · start a
    revalidate         A · skips: fresh
    retry              A · skips: noFailure
    cancel             A · nothing
    reset              n · publish
    set W              W · publish
    invalidate         A · silent
    handle cancels     A · nothing
    old handle cancels A · nothing
    success            A · nothing
    late success       A · nothing
    failure            A · nothing
    late failure       A · nothing
    failure, to retry  A · nothing
    report             A · nothing
    late report        A · nothing
    delay ends         A · nothing
    timeout            A · nothing
    work cancels       A · nothing
    late work cancels  A · nothing
    turn in a queue    A · nothing
    late turn          A · nothing
    set W of b         W · publish
    record arrives     A · nothing
    late record        A · nothing
    close              A · silent
  written
    load a             l · start a
    load b             l · start b
    loadIfNeeded a     l · start a
    loadIfNeeded b     l · start b
    refresh            W · skips: noRequest
    revalidate         W · skips: noRequest
    retry              W · skips: noFailure
    cancel             W · nothing
    reset              n · publish
    set W              W · publish
    invalidate         W · silent
    handle cancels     W · nothing
    old handle cancels W · nothing
    success            W · nothing
    late success       W · nothing
    failure            W · nothing
    late failure       W · nothing
    failure, to retry  W · nothing
    report             W · nothing
    late report        W · nothing
    delay ends         W · nothing
    timeout            W · nothing
    work cancels       W · nothing
    late work cancels  W · nothing
    turn in a queue    W · nothing
    late turn          W · nothing
    set W of b         W · publish
    record arrives     W · nothing
    late record        W · nothing
    close              W · silent
  stale a
    load a             l(A) · start a
    load b             l · start b
    loadIfNeeded a     l(A/refresh) · start a
    loadIfNeeded b     l · start b
    refresh            l(A/refresh) · start a
    revalidate         l(A/refresh) · start a
    retry              A · skips: noFailure
    cancel             A · nothing
    reset              n · publish
    set W              W · publish
    invalidate         A · silent
    handle cancels     A · nothing
    old handle cancels A · nothing
    success            A · nothing
    late success       A · nothing
    failure            A · nothing
    late failure       A · nothing
    failure, to retry  A · nothing
    report             A · nothing
    late report        A · nothing
    delay ends         A · nothing
    timeout            A · nothing
    work cancels       A · nothing
    late work cancels  A · nothing
    turn in a queue    A · nothing
    late turn          A · nothing
    set W of b         W · publish
    record arrives     A · nothing
    late record        A · nothing
    close              A · silent
  failed a
    load a             l · start a
    load b             l · start b
    loadIfNeeded a     l · start a
    loadIfNeeded b     l · start b
    refresh            l(/retry) · start a
    revalidate         l(/retry) · start a
    retry              l(/retry) · start a
    cancel             # · nothing
    reset              n · publish
    set W              W · publish
    invalidate         # · silent
    handle cancels     # · nothing
    old handle cancels # · nothing
    success            # · nothing
    late success       # · nothing
    failure            # · nothing
    late failure       # · nothing
    failure, to retry  # · nothing
    report             # · nothing
    late report        # · nothing
    delay ends         # · nothing
    timeout            # · nothing
    work cancels       # · nothing
    late work cancels  # · nothing
    turn in a queue    # · nothing
    late turn          # · nothing
    set W of b         W · publish
    record arrives     # · nothing
    late record        # · nothing
    close              # · silent
  loading a
    load a             l · join
    load b             l · replace by b
    loadIfNeeded a     l · join
    loadIfNeeded b     l · replace by b
    refresh            l · join
    revalidate         l · join
    retry              l · skips: noFailure
    cancel             n · end cancelled
    reset              n · end cancelled
    set W              l(W) · publish
    invalidate         l · silent
    handle cancels     n · end cancelled
    old handle cancels l · nothing
    success            S · end loaded S
    late success       l · nothing
    failure            # · end failed second
    late failure       l · nothing
    failure, to retry  l · wait for retry 1
    report             l(R) · publish
    late report        l · nothing
    delay ends         l · nothing
    timeout            # · end failed second
    work cancels       n · end cancelled
    late work cancels  l · nothing
    turn in a queue    l · silent
    late turn          l · nothing
    set W of b         l · silent
    record arrives     l(W) · publish
    late record        l · nothing
    close              n · end cancelled
  refreshing a
    load a             l(A/refresh) · join
    load b             l · replace by b
    loadIfNeeded a     l(A/refresh) · join
    loadIfNeeded b     l · replace by b
    refresh            l(A/refresh) · join
    revalidate         l(A/refresh) · join
    retry              l(A/refresh) · skips: noFailure
    cancel             A · end cancelled
    reset              n · end cancelled
    set W              l(W/refresh) · publish
    invalidate         l(A/refresh) · silent
    handle cancels     A · end cancelled
    old handle cancels l(A/refresh) · nothing
    success            S · end loaded S
    late success       l(A/refresh) · nothing
    failure            #(A/refresh) · end failed second
    late failure       l(A/refresh) · nothing
    failure, to retry  l(A/refresh) · wait for retry 1
    report             l(R/refresh) · publish
    late report        l(A/refresh) · nothing
    delay ends         l(A/refresh) · nothing
    timeout            #(A/refresh) · end failed second
    work cancels       A · end cancelled
    late work cancels  l(A/refresh) · nothing
    turn in a queue    l(A/refresh) · silent
    late turn          l(A/refresh) · nothing
    set W of b         l(/refresh) · publish
    record arrives     l(W/refresh) · publish
    late record        l(A/refresh) · nothing
    close              A · end cancelled
  waiting for a
    load a             l · attempt
    load b             l · replace by b
    loadIfNeeded a     l · attempt
    loadIfNeeded b     l · replace by b
    refresh            l · attempt
    revalidate         l · join
    retry              l · attempt
    cancel             n · end cancelled
    reset              n · end cancelled
    set W              l(W) · publish
    invalidate         l · silent
    handle cancels     n · end cancelled
    old handle cancels l · nothing
    success            l · nothing
    late success       l · nothing
    failure            l · nothing
    late failure       l · nothing
    failure, to retry  l · nothing
    report             l · nothing
    late report        l · nothing
    delay ends         l · attempt
    timeout            # · end failed second
    work cancels       l · nothing
    late work cancels  l · nothing
    turn in a queue    l · nothing
    late turn          l · nothing
    set W of b         l · silent
    record arrives     l · nothing
    late record        l · nothing
    close              n · end cancelled
  outdated a
    load a             l · replace by a
    load b             l · replace by b
    loadIfNeeded a     l · replace by a
    loadIfNeeded b     l · replace by b
    refresh            l · replace by a
    revalidate         l · replace by a
    retry              l · skips: noFailure
    cancel             n · end cancelled
    reset              n · end cancelled
    set W              l(W) · publish
    invalidate         l · silent
    handle cancels     n · end cancelled
    old handle cancels l · nothing
    success            S · end loaded S
    late success       l · nothing
    failure            # · end failed second
    late failure       l · nothing
    failure, to retry  l · wait for retry 1
    report             l(R) · publish
    late report        l · nothing
    delay ends         l · nothing
    timeout            # · end failed second
    work cancels       n · end cancelled
    late work cancels  l · nothing
    turn in a queue    l · silent
    late turn          l · nothing
    set W of b         l · silent
    record arrives     l(W) · publish
    late record        l · nothing
    close              n · end cancelled
  b over a
    load a             l(A) · replace by a
    load b             l · join
    loadIfNeeded a     l(A) · replace by a
    loadIfNeeded b     l · join
    refresh            l · join
    revalidate         l · join
    retry              l · skips: noFailure
    cancel             A · end cancelled
    reset              n · end cancelled
    set W              l(W) · publish
    invalidate         l · silent
    handle cancels     A · end cancelled
    old handle cancels l · nothing
    success            S · end loaded S
    late success       l · nothing
    failure            # · end failed second
    late failure       l · nothing
    failure, to retry  l · wait for retry 1
    report             l(R) · publish
    late report        l · nothing
    delay ends         l · nothing
    timeout            # · end failed second
    work cancels       A · end cancelled
    late work cancels  l · nothing
    turn in a queue    l · silent
    late turn          l · nothing
    set W of b         l(W) · publish
    record arrives     l(W) · publish
    late record        l · nothing
    close              A · end cancelled
  closed
    load a             n · nothing
    load b             n · nothing
    loadIfNeeded a     n · nothing
    loadIfNeeded b     n · nothing
    refresh            n · nothing
    revalidate         n · nothing
    retry              n · nothing
    cancel             n · nothing
    reset              n · nothing
    set W              n · nothing
    invalidate         n · nothing
    handle cancels     n · nothing
    old handle cancels n · nothing
    success            n · nothing
    late success       n · nothing
    failure            n · nothing
    late failure       n · nothing
    failure, to retry  n · nothing
    report             n · nothing
    late report        n · nothing
    delay ends         n · nothing
    timeout            n · nothing
    work cancels       n · nothing
    late work cancels  n · nothing
    turn in a queue    n · nothing
    late turn          n · nothing
    set W of b         n · nothing
    record arrives     n · nothing
    late record        n · nothing
    close              n · nothing
  """
