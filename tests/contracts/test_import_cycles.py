"""No modules import each other in a cycle, not even for type checking."""

import grimp
import networkx as nx

PACKAGES = ("m44core", "m44editor")


def _import_graph() -> "nx.DiGraph[str]":
    """Return the import graph, including imports inside functions and for type checking."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=False)
    edges = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    ]
    return nx.DiGraph(edges)


def test_no_modules_import_each_other_in_a_cycle() -> None:
    imports = _import_graph()
    assert len(imports) > 500, "all modules are looked at"
    cycles = [sorted(each) for each in nx.strongly_connected_components(imports) if len(each) > 1]
    assert cycles == []


def test_only_the_app_imports_the_main_window() -> None:
    main = "m44editor.windows.main_window"
    assert set(_import_graph().predecessors(main)) == {"m44editor.app"}
