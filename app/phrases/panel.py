"""What the panel of files says, beside what stands in its own script."""

PHRASES: dict[str, tuple[str, str]] = {
    "panel_title": ("Files", "ファイル"),
    "panel_folder": ("the folder", "フォルダ"),
    "panel_refused": ("{name} cannot be shown: {why}.", "{name} を表示できません：{why}"),
}
