"""What is said when it is open which files are meant."""

from app.embedded.sentences.saying import Saying

IT = Saying("the file", "そのファイル")
WHICH_FILE = Saying("Which file do you mean? {known}", "どのファイルのことでしょうか。{known}")
KNOWN_FILES = Saying("There are {names}.", "{names} があります。")
NO_SUCH_NAME = Saying("I see no file called {name}. {known}", "{name} という名前のファイルは見当たりません。{known}")
NO_FILES = Saying("{folder} holds no text files.", "{folder} に読めそうなファイルはありません。")
NO_SUCH_KIND = Saying("{folder} holds no .{extension} files.", "{folder} に .{extension} のファイルはありません。")
LEFT_OUT = Saying(
    "Not included, because I take at most {most} files at once: {names}.",
    "一度に扱えるのは {most} 件までなので、次のファイルは含めていません：{names}。",
)
SKIPPED = Saying(
    "Not included, because subfolders, saved summaries and files that are not text are left out: {names}.",
    "サブフォルダ、保存済みの要約、テキストでないファイルは含めていません：{names}。",
)
NOT_LISTED = Saying(
    "The folder has {more} more entries that I did not look at.", "このほか、確認していない項目が {more} 件あります。"
)
