"""The same damage as hypothesis draws it, so that it can make small what fails."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz.mutation import NUMBERS, ODDITIES, mutant

_PIECES = st.one_of(
    st.sampled_from((*ODDITIES, *NUMBERS)),
    st.binary(max_size=8),
    st.text(max_size=4).map(lambda text: text.encode("utf-8", "surrogatepass")),
)


@st.composite
def _patched(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A file with some pieces of it replaced, or of another put in."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        data = data[:start] + draw(_PIECES) + data[end:]
    return data


def damaged(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Any bytes, any text, and files that are damaged in small and in large."""
    return st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
        _patched(seeds),
        st.randoms(use_true_random=False).map(lambda dice: mutant(seeds, dice)),
    )
