# The C types of `dates.FoundDate`.

cdef class FoundDate:
    cdef public Py_ssize_t start
    cdef public Py_ssize_t end
    cdef public str iso
    cdef public str swapped
