# The C types of `evidence.Candidate`.

cdef class Candidate:
    cdef public str value
    cdef public str source
    cdef public dict evidence
    cdef public Py_ssize_t row
