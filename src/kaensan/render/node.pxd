# The fields of a node as other modules of the kernel reach them, without a look-up by name.

cdef class Node:
    cdef public str name
    cdef public dict attrs
    cdef public object children
    cdef public bint implied
