"""Stand-ins for text that was left out are told from ordinary lines."""

import pytest

from app.workspace.changes.contents.stand_ins import is_stand_in, stand_in

STAND_INS = '''
// ... keep existing code ...
// keep the rest as is
# keep the rest of the code unchanged
[keep the remaining sections as they are]
以下は元のまま
以下は元のままです。
残りは元のまま
（以下同じ）
以降変更なし
// 残りはそのまま
(rest unchanged)
(rest of the file unchanged)
... rest of the file ...
...rest of file remains unchanged...
# ... existing code ...
// ... existing code ...
// ... rest of the code remains the same ...
/* ... rest of the function ... */
<!-- unchanged -->
<!-- ... existing content ... -->
<!-- rest of the document stays the same -->
-- ... remaining rows omitted
# rest of the file is unchanged
# The rest of the code remains the same.
[rest of document omitted]
[... unchanged ...]
[...rest of the text as before...]
{/* ... rest of the component code ... */}
(remaining sections omitted for brevity)
(omitted for brevity)
... (omitted) ...
… rest unchanged …
[remaining content unchanged]
The rest of the file remains unchanged.
... other methods ...
# ... existing code here ...
# ... other functions remain unchanged ...
(same as before)
[code untouched]
(... text as it was)
（以下省略）
（残りは変更なし）
…(省略)…
……（中略）……
（以下、省略）
（以下同様）
(everything else stays the same)
以下省略
（以下略）
# 残りのコードは同じ
// ... 既存のコード ...
（以降は変更なし）
（その他の部分は変更なし）
【以下同じ】
・・・中略・・・
// 残りは省略します。
[Rest of the article remains unchanged]
[The remainder of the essay is unchanged]
(the rest of the wedding speech stays as it is)
*(the rest of the document stays as it is)*
**[rest of the chapter unchanged]**
_(rest of the letter as it was)_
{/* ... existing JSX ... */}
<!-- The rest of the page stays the same -->
"""rest of file unchanged"""
--- (rest of the original text) ---
x = 1  # ... rest of the code unchanged
def b(): ... # rest unchanged
foo();  // rest of the function omitted
- rest of list as before -
// same as before
# same as above
# unchanged code above
// everything below is unchanged
# [previous content]
/* ... */
{/* ... */}
# ...
// …
<!-- ... -->
[記事の残りはそのまま]
*（残りの文書は元のまま）*
【本文の続きは変更なし】
"""残りは変更なし"""
--- （以下、元の文章） ---
x = 1  # 残りのコードは変更なし
・残りのリストは変更なし
// 以前と同じ
# 上のコードは変更なし
# [既存の内容]
// ・・・
（元の内容のまま）
「以下変更なし」
'''.strip().splitlines()

ORDINARY = '''
Keep the rest as is.
// keep existing imports sorted
元のまま
残りはそのまま
以下は元のままの姿である。
...
…
# Existing code
## Unchanged
unchanged
The rest of the day was quiet...
And then... the rest of the file was burned.
He paid the rest.
(see the rest of this chapter for details)
... and so the harbour wall was built.
Wait... what?
(1931)
<!-- header -->
# comment about the rest of the parser
// returns the remaining items
return rest
status: unchanged
the rest of the world
(the rest is history)
- [ ] keep existing code working
省略形の一覧
この語の省略は認められない。
以下の表を参照。
残りの果物はりんごです。
変更なし
…と彼は言った。
（終わり）
他の部屋は同じ大きさです。
rest
(rest)
1. Other functions
(text)
<!-- content -->
<!-- Other sections -->
[Previous section]
(continued)
（続く）
（同上）
Nothing else changed.
Everything else unchanged
以下同様
/* functions */
# the remaining code
other: unchanged
rest: unchanged
Other items here:
previous: same as before
Other files unchanged
> ...
* ...
[...]
(…)
{ ... }
- ...
x = 1  # same as before
x = 1  # unchanged
foo(...)  # ...
**Unchanged**
--- unchanged ---
"""unchanged"""
## Same as before
def f(*args): ...
The rest of the world remains unchanged.
see https://example.org/rest-of-file
# existing tests
### Remaining chapters
// TODO: keep the rest
# same
// the same data as in the table
The article is the same as before the war.
- the rest of the bread
* other items
残りのリスト
# 既存の内容
以前と同じ
上のコード
元の文章を読む
記事の残りを読む。
「変わらない」と彼は言った
他のページは同じ色です。
'''.strip().splitlines()


@pytest.mark.parametrize("line", STAND_INS)
def test_a_stand_in_is_one(line: str) -> None:
    assert is_stand_in(line)
    assert stand_in(f"before\n    {line}  \nafter\n", "kept") == line


@pytest.mark.parametrize("line", ORDINARY)
def test_an_ordinary_line_is_none(line: str) -> None:
    assert not is_stand_in(line)


def test_the_line_that_stands_for_others_is_named() -> None:
    assert stand_in("def f():\n    # ... existing code ...\n", "def f(): pass") == "# ... existing code ..."


def test_a_line_that_the_file_holds_itself_is_none() -> None:
    assert stand_in("a\n（以下省略）\n", "x\n  （以下省略）\n") == ""
