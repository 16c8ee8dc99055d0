"""One arm in a process of its own: a line of JSON in is work to do, a line of JSON out is what it took."""

import asyncio
import gc
import json
import os
import resource
import sys
import time
import warnings
from pathlib import Path

from arms import ARMS, Run


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _measured(run: Run, work: dict[str, int | str]) -> dict[str, object]:
    times, at_once, model = int(work["times"]), int(work["at_once"]), str(work["model"])
    gc.collect()
    began, used = time.perf_counter(), _cpu()
    answers: list[str] = []
    for _ in range(times):
        answers += await asyncio.gather(*(run(model) for _ in range(at_once)))
    return {"wall": time.perf_counter() - began, "cpu": _cpu() - used, "answers": sorted({a[:20] for a in answers})}


async def _serve(arm: str, url: str, root: Path) -> None:
    runs = {delay: ARMS[arm](url, root, delay) for delay in (0.0, 0.02)}
    for line in iter(sys.stdin.readline, ""):
        work = json.loads(line)
        print(json.dumps(await _measured(runs[float(work["delay"])], work)), flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    try:
        asyncio.run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
    finally:
        sys.stdout.flush()
        os._exit(0)
