// SPDX-License-Identifier: Apache-2.0
//
// RTL that Verilator has compiled, behind the bus of isochron, inside a native program. Its clock
// runs only inside these functions.
#pragma once

#include <cstdint>

#include "machine.h"

// Verilator's runtime asks for the time, which nothing here depends on.
double sc_time_stamp()
{
    return 0;
}

template <typename Model> class Simulated {
  public:
    Simulated()
    {
        model_.rst_ni = 0;
        clock( kReset );
        model_.rst_ni = 1;
        clock( 1 );
    }

    // A store or a load; returns what is loaded.
    uint32_t transfer( bool store, uint32_t offset, uint32_t value )
    {
        model_.req_i = 1;
        model_.we_i = store;
        model_.addr_i = offset;
        model_.wdata_i = value;
        model_.eval();
        for( int cycles = 0; !model_.gnt_o; cycles++ )
        {
            if( cycles == kPatience )
                machine_fail( "the hardware does not grant a transfer" );
            clock( 1 );
        }
        const uint32_t answer = model_.rdata_o;
        clock( 1 );
        model_.req_i = 0;
        model_.eval();
        return answer;
    }

    // Clocks until nothing goes on any more, or until it is held up.
    template <typename Held> void settle( Held held )
    {
        int quiet = 0;
        for( int cycles = 0; quiet < kQuiet && !held(); cycles++ )
        {
            if( cycles == kPatience )
                machine_fail( "the hardware does not come to rest" );
            clock( 1 );
            quiet = model_.quiet_o ? quiet + 1 : 0;
        }
    }

    // An interrupt line rises and falls.
    void pulse( uint32_t line )
    {
        model_.lines_i = static_cast<uint8_t>( 1u << line );
        clock( kEdge );
        model_.lines_i = 0;
        clock( kEdge );
    }

    // What a program does between two accesses takes some cycles.
    void compute()
    {
        random_ = random_ * 1664525u + 1013904223u;
        clock( static_cast<int>( ( random_ >> 24 ) % ( kMostIdleCycles + 1 ) ) );
    }

    void clock( int cycles )
    {
        for( ; cycles > 0; cycles-- )
        {
            model_.clk_i = 1;
            model_.eval();
            model_.clk_i = 0;
            model_.eval();
        }
    }

  protected:
    Model model_;

  private:
    static constexpr int kReset = 4;
    // Edges of a line pass two synchronising flip-flops, and must be two cycles apart.
    static constexpr int kEdge = 4;
    // Far more than anything takes: the hardware hangs.
    static constexpr int kPatience = 20000;
    // The background decides from one cycle to the next whether there is more work.
    static constexpr int kQuiet = 3;
    static constexpr uint32_t kMostIdleCycles = 3;

    uint32_t random_ = 1;
};
